//! The web client: pages, files, and metadata for link previews.

use regicide_server::api::WebClient;
use serde_json::json;

use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    pages_and_cacheable_files_are_served,
    unknown_paths_get_a_problem,
    pages_have_metadata_without_sealed_information,
    a_link_to_a_game_shows_its_table_unless_it_is_private,
    another_folder_or_none_can_be_served,
    neither_links_out_of_the_folder_nor_hidden_files_are_served,
);

/// The address of the page's script.
fn script(page: &Answer) -> &str {
    page.text.split("<script type=\"module\" src=\"").nth(1).unwrap().split('"').next().unwrap()
}

async fn browse(client: &Client, path: &str) -> Answer {
    client.request(awc::http::Method::GET, path).header("accept", "text/html,*/*;q=0.8").send().await
}

async fn pages_and_cacheable_files_are_served(Setting { client, .. }: Setting) {
    for path in ["/", "/games/1", "/games/1/replay", "/daily/2026-11-20", "/rules"] {
        let page = browse(&client, path).await;
        assert_eq!(page.status.as_u16(), 200, "{path}");
        assert_eq!(page.header("cache-control"), Some("no-cache"), "{path}");
        let policy = page.header("content-security-policy").unwrap().to_owned();
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
        // A page that has not changed keeps its policy in the browser.
        let tag = page.header("etag").unwrap();
        let same = client.request(awc::http::Method::GET, path).header("if-none-match", tag).send().await;
        assert_eq!((same.status.as_u16(), same.text.as_str()), (304, ""), "{path}");
        assert_eq!(same.header("content-security-policy"), Some(policy.as_str()), "{path}");
        let inline = page.text.split("<script").skip(1).filter(|script| !script.contains("src=\""));
        assert_eq!(inline.count(), 0);
        let script = client.get(script(&page)).await;
        assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
        assert_eq!(script.header("cache-control"), Some("public, max-age=31536000, immutable"));
    }
    // A page of another version requests its own files, and may not cache these for ever.
    let old = client.get("/client/0123456789abcdef/main.js").await;
    assert_eq!((old.status.as_u16(), old.header("cache-control")), (200, Some("no-cache")));
}

async fn unknown_paths_get_a_problem(Setting { client, .. }: Setting) {
    for path in ["/v1/nonsense", "/nonsense", "/games", "/main", "/web/main.js", "/client/x/../../Cargo.toml"]
    {
        client.get(path).await.problem(404, "no_such_path");
    }
    client.post("/games/1", &json!({})).await.problem(405, "method_not_allowed");
    // A browser is shown the client's own page, and the status is the same.
    let nothing = browse(&client, "/nonsense").await;
    assert_eq!(nothing.status.as_u16(), 404);
    assert!(nothing.text.contains("<script"), "{}", nothing.text);
    assert!(!browse(&client, "/v1/nonsense").await.text.contains("<script"));
}

async fn pages_have_metadata_without_sealed_information(Setting { client, .. }: Setting) {
    let body = json!({"players": 2, "open_seats": 1, "names": ["<Ada> \"&\""]});
    let created = client.post("/v1/games", &body).await.expect(201);
    let page = browse(&client, &format!("/games/{}", created["game"]["id"].as_str().unwrap())).await;
    assert!(page.text.contains("content=\"Regicide: &lt;Ada&gt; &quot;&amp;&quot;\""), "{}", page.text);
    assert!(page.text.contains("a seat is open"), "{}", page.text);
    let picture = "<meta property=\"og:image\" content=\"https://regicide.example/picture.png\">";
    assert!(page.text.contains(picture), "{}", page.text);
    assert_eq!(client.get("/picture.png").await.header("content-type"), Some("image/png"));
    let spanish = client.request(awc::http::Method::GET, "/").header("accept-language", "es").send().await;
    assert!(spanish.text.contains("doce enemigos"), "{}", spanish.text);

    let player = client.post("/v1/players", &json!({"name": "Secretive"})).await.expect(201);
    let own = client.with_token(player["token"].as_str().unwrap());
    let daily = client.get("/v1/daily").await.expect(200);
    let id = daily["challenges"][0]["id"].as_str().unwrap();
    let attempt = own.post(&format!("/v1/challenges/{id}/attempts"), &json!({})).await.expect(201);
    let embargoed = browse(&client, &format!("/games/{}", attempt["game"]["id"].as_str().unwrap())).await;
    assert_eq!(embargoed.status.as_u16(), 200);
    assert!(!embargoed.text.contains("Secretive"), "{}", embargoed.text);
    let page = browse(&client, &format!("/challenges/{id}")).await;
    assert!(page.text.contains("the challenge of 2026-11-20"), "{}", page.text);
}

async fn a_link_to_a_game_shows_its_table_unless_it_is_private(Setting { client, .. }: Setting) {
    let tag = |name: &str, content: &str| format!("<meta property=\"og:image{name}\" content=\"{content}\">");
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    let game = id(&created);
    player(&client, &created, 0).make(game, "play 5C 5D").await.expect(201);
    for (path, seq, shown) in [
        (format!("/games/{game}"), 1, "The table after one move"),
        (format!("/games/{game}/replay?at=0"), 0, "The table after 0 moves"),
        (format!("/games/{game}/replay?at=9"), 1, "The table after one move"),
    ] {
        let page = browse(&client, &path).await.text;
        let picture = format!("/v1/games/{game}/table.png?seq={seq}");
        for tag in [
            tag("", &format!("https://regicide.example{picture}")),
            tag(":type", "image/png"),
            tag(":width", "1200"),
            tag(":height", "630"),
            tag(":alt", shown),
            "<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned(),
        ] {
            assert!(page.contains(&tag), "{tag} in {page}");
        }
        assert_eq!(client.get(&picture).await.header("content-type"), Some("image/png"));
    }
    let private = client.create(&json!({"players": 1, "visibility": "private"})).await;
    let page = browse(&client, &format!("/games/{}", id(&private))).await.text;
    assert!(page.contains(&tag("", "https://regicide.example/picture.png")), "{page}");
}

async fn another_folder_or_none_can_be_served(setting: Setting) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "<p>Mine</p>").unwrap();
    std::fs::write(folder.path().join("own.js"), "1").unwrap();
    std::fs::write(folder.path().join("most.txt"), vec![b'1'; 4 << 20]).unwrap();
    std::fs::write(folder.path().join("more.txt"), vec![b'1'; (4 << 20) + 1]).unwrap();
    let client = setting.instance_with(|config| config.web_client = WebClient::Folder(folder.path().into()));
    assert_eq!(browse(&client, "/daily").await.text, "<p>Mine</p>");
    assert_eq!(client.get("/own.js").await.header("cache-control"), Some("no-cache"));
    assert_eq!(client.get("/most.txt").await.text.len(), 4 << 20);
    for missing in ["/main.js", "/more.txt"] {
        client.get(missing).await.problem(404, "no_such_path");
    }
    client.get("/../own.js").await.problem(404, "no_such_path");

    let client = setting.instance_with(|config| config.web_client = WebClient::Off);
    client.get("/").await.problem(404, "no_such_path");
    assert!(!browse(&client, "/daily").await.text.contains("<script"));
}

async fn neither_links_out_of_the_folder_nor_hidden_files_are_served(setting: Setting) {
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(elsewhere.path().join("secret.txt"), "secret").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["sub", ".git"] {
        std::fs::create_dir(path(name)).unwrap();
    }
    for name in ["own.js", "sub/own.js", ".own.js", ".git/own.js"] {
        std::fs::write(path(name), "1").unwrap();
    }
    let link = |to: &std::path::Path, name: &str| std::os::unix::fs::symlink(to, path(name)).unwrap();
    link(&elsewhere.path().join("secret.txt"), "secret.txt");
    link(elsewhere.path(), "out");
    link(&path(".own.js"), "hidden.js");
    link(&path("sub"), "same");
    link(std::path::Path::new("sub/../own.js"), "own-too.js");
    rustix::fs::mkfifoat(rustix::fs::CWD, path("pipe.js"), rustix::fs::Mode::RWXU).unwrap();
    // The folder's own path may be a link.
    let linked = elsewhere.path().join("linked");
    std::os::unix::fs::symlink(folder.path(), &linked).unwrap();
    let client = setting.instance_with(|config| config.web_client = WebClient::Folder(linked));
    for name in ["own.js", "sub/own.js", "same/own.js", "own-too.js"] {
        assert_eq!(client.get(&format!("/{name}")).await.text, "1", "{name}");
    }
    let hidden =
        [".own.js", ".git/own.js", "hidden.js", "sub/../.own.js", "client/x/.git/own.js", "sub/../own.js"];
    for name in ["secret.txt", "out/secret.txt", "client/x/secret.txt", "pipe.js"].iter().chain(&hidden) {
        client.get(&format!("/{name}")).await.problem(404, "no_such_path");
    }
}
