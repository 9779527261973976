//! The pages about problems, to which the `type` of a problem document leads:
//! data for programs, HTML for browsers.

use actix_web::http::header::{Accept, Header, Quality};
use actix_web::web::Path;
use actix_web::{HttpRequest, get};
use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::extract::context::Context;
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::problem::{Code, Problem, ProblemDocument};
use crate::api::respond::{Answer, escaped, json_revalidated, text_revalidated};
use crate::api::state::json_lasting;

/// The meaning of a problem's code.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Meaning {
    /// The code.
    code: Code,
    /// The HTTP status of its answers.
    #[schema(minimum = 400, maximum = 599, examples(422))]
    status: u16,
    /// The title of its problems.
    #[schema(examples("The move is against the rules"))]
    title: String,
    /// The situation.
    happened: String,
    /// The reason.
    why: String,
    /// The remedy.
    remedy: String,
    /// A request that gets this problem, and the answer.
    example: ProblemExample,
}

/// A request that gets a problem, and the answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemExample {
    /// The request: its first line, and the relevant headers and body.
    #[schema(examples(
        "POST /v1/games/01a1fd5f-2107-73f1-a7ae-926ec2d71501/moves\n\n{\"text\":\"play 7H 8H\"}"
    ))]
    request: String,
    /// The answer.
    answer: ProblemDocument,
}

impl Meaning {
    fn of(code: Code, language: Language, public_url: Option<&str>) -> Self {
        let title = code.title();
        let say = |part| language.attribute(&title, part);
        Self {
            code,
            status: code.status().as_u16(),
            title: language.text(&title),
            happened: say("description"),
            why: say("why"),
            remedy: say("remedy"),
            example: ProblemExample {
                request: code.request(),
                answer: Problem::example(code).document(language, public_url),
            },
        }
    }

    /// The description as a page that needs neither scripts nor styles.
    fn page(&self, language: Language) -> String {
        let label = |id: &'static str| escaped(&language.text(&Message::new(id)));
        let answer = serde_json::to_string_pretty(&self.example.answer).expect("answers are plain data");
        let [title, happened, why, remedy, request, answer] =
            [&self.title, &self.happened, &self.why, &self.remedy, &self.example.request, &answer]
                .map(|text| escaped(text));
        format!(
            "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
             <p>{status}: {number}. {code}: <code>{name}</code>.</p>\n\
             <h2>{h_happened}</h2>\n<p>{happened}</p>\n<h2>{h_why}</h2>\n<p>{why}</p>\n\
             <h2>{h_remedy}</h2>\n<p>{remedy}</p>\n\
             <h2>{h_example}</h2>\n<pre>{request}</pre>\n<pre>{answer}</pre>\n\
             </main>\n</body>\n</html>\n",
            tag = language.tag(),
            status = label("page-status"),
            number = self.status,
            code = label("page-code"),
            name = self.code,
            h_happened = label("page-happened"),
            h_why = label("page-why"),
            h_remedy = label("page-remedy"),
            h_example = label("page-example"),
        )
    }
}

/// Returns true if the client accepts pages at least as much as JSON, as browsers do and
/// programs do not.
fn wants_page(request: &HttpRequest) -> bool {
    let Ok(Accept(ranges)) = Accept::parse(request) else { return false };
    let quality = |names: &[&str]| {
        let named = ranges.iter().filter(|range| names.contains(&range.item.essence_str()));
        named.map(|range| range.quality).max().unwrap_or(Quality::ZERO)
    };
    let page = quality(&["text/html"]);
    page > Quality::ZERO && page >= quality(&["application/json", "application/problem+json"])
}

/// All problems.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemList {
    /// The problems, by status.
    items: Vec<ListedProblem>,
}

/// A problem in short.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedProblem {
    /// A link to its description: the `type` of its documents.
    #[serde(rename = "type")]
    #[schema(examples("/problems/illegal_move"))]
    kind: String,
    /// The code.
    code: Code,
    /// The HTTP status of its answers.
    #[schema(minimum = 400, maximum = 599, examples(422))]
    status: u16,
    /// Its title.
    #[schema(examples("The move is against the rules"))]
    title: String,
    /// The remedy.
    remedy: String,
}

/// List all problems
///
/// Every code that a problem document can have. New ones may be added.
#[utoipa::path(tag = "service", responses((status = 200, description = "The problems", body = ProblemList)))]
#[get("/problems")]
pub(crate) async fn list_problems(context: Context) -> Answer {
    let public_url = context.api.service.core.public_url();
    json_lasting(&context.api, &context.request, |language| {
        let items = Code::ALL.iter().map(|&code| {
            let Meaning { status, title, remedy, .. } = Meaning::of(code, language, public_url);
            ListedProblem { kind: code.kind(public_url), code, status, title, remedy }
        });
        Ok(ProblemList { items: items.collect() })
    })
}

/// Read about a problem's code
///
/// The `type` of a problem document leads here. A client that accepts `text/html` gets
/// the description as a page.
#[utoipa::path(
    tag = "service",
    params(("code" = Code, Path, description = "The code")),
    responses(
        (status = 200, description = "The meaning of the code", body = Meaning),
        (status = 404, description = "`no_such_path`: there is no such code"),
    ),
)]
#[get("/problems/{code}")]
pub(crate) async fn get_problem(context: Context, name: Path<String>) -> Answer {
    let Context { api, request } = context;
    let language = preferred_language(&request);
    let code = name.parse().map_err(|_| Problem::new(Code::NoSuchPath, "error-no-such-code"))?;
    let meaning = Meaning::of(code, language, api.service.core.public_url());
    let response = if wants_page(&request) {
        text_revalidated(&request, "text/html; charset=utf-8", meaning.page(language))
    } else {
        json_revalidated(&request, &meaning)
    };
    Ok(with_language(language, response))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn every_code_says_everything_in_every_language() {
        for language in Language::all() {
            for &code in Code::ALL {
                let Meaning { title, happened, why, remedy, example, .. } = Meaning::of(code, language, None);
                for text in [&title, &happened, &why, &remedy, &example.request] {
                    assert!(!text.is_empty(), "{code} in {}", language.tag());
                }
                assert!(happened.ends_with('.') && why.ends_with('.') && remedy.ends_with('.'), "{code}");
                assert!(example.request.contains(" /"), "{code}");
            }
        }
        let said = |language| Meaning::of(Code::IllegalMove, language, None).remedy;
        assert_ne!(said(Language::default()), said(Language::lookup("es").unwrap()));
    }

    #[test]
    fn a_page_is_escaped() {
        let mut meaning = Meaning::of(Code::GameOver, Language::default(), None);
        meaning.title = "<script>\"&'".to_owned();
        let page = meaning.page(Language::default());
        assert!(page.contains("<h1>&lt;script&gt;&quot;&amp;&#39;</h1>") && !page.contains("<script"));
        assert!(page.contains("&quot;status&quot;: 409"));
    }

    #[test]
    fn browsers_get_pages_and_programs_get_data() {
        let wants = |accept: &str| {
            wants_page(&TestRequest::default().insert_header(("accept", accept)).to_http_request())
        };
        assert!(wants("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"));
        assert!(wants("text/html, application/json"));
        for accept in ["", "*/*", "application/json", "application/json, text/html;q=0.9", "text/html;q=0"] {
            assert!(!wants(accept), "{accept}");
        }
    }
}
