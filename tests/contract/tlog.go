// Checks the transparency log of a running service with Go's own library of
// transparency logs, which expects the tiles of C2SP at other paths:
//
//	tlog URL KEY FILE
//
// URL is where the log's files are, KEY a line of /v1/log, FILE an older checkpoint.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

type tiles struct {
	url   string
	known map[string][]byte
}

func main() {
	log.SetFlags(0)
	of := tiles{os.Args[1], map[string][]byte{}}
	key := must(note.NewVerifier(os.Args[2]))
	old := open(must(os.ReadFile(os.Args[3])), key)
	tree := open(must(of.get("checkpoint")), key)
	hashes := tlog.TileHashReader(tree, of)
	if root := must(tlog.TreeHash(tree.N, hashes)); root != tree.Hash {
		log.Fatalf("the tiles lead to the root %v, not to %v", root, tree.Hash)
	}
	check(tlog.CheckTree(must(tlog.ProveTree(tree.N, old.N, hashes)), tree.N, tree.Hash, old.N, old.Hash))
	var bundle []byte
	for index := int64(0); index < tree.N; index++ {
		if len(bundle) == 0 {
			width := min(tree.N-index, 1<<height)
			bundle = must(of.get(path(tlog.Tile{H: height, L: -1, N: index >> height, W: int(width)})))
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		entry := bundle[2:end]
		bundle = bundle[end:]
		proof := must(tlog.ProveRecord(tree.N, index, hashes))
		check(tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry)))
		fmt.Printf("%s\n", entry)
	}
	if len(bundle) > 0 {
		log.Fatalf("%d bytes are behind the last entry", len(bundle))
	}
}

// The tree in a checkpoint that the key has signed.
func open(signed []byte, key note.Verifier) tlog.Tree {
	lines := strings.Split(must(note.Open(signed, note.VerifierList(key))).Text, "\n")
	if len(lines) != 4 || lines[0] != key.Name() {
		log.Fatalf("this is no checkpoint of %s: %q", key.Name(), lines)
	}
	tree := tlog.Tree{N: must(strconv.ParseInt(lines[1], 10, 64))}
	copy(tree.Hash[:], must(base64.StdEncoding.DecodeString(lines[2])))
	return tree
}

// Go has the height in its paths, and other names for entries.
func path(tile tlog.Tile) string {
	return strings.Replace(strings.Replace(tile.Path(), "tile/8/", "tile/", 1), "/data/", "/entries/", 1)
}

func (of tiles) get(path string) ([]byte, error) {
	if known, ok := of.known[path]; ok {
		return known, nil
	}
	answer, err := http.Get(of.url + "/" + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	of.known[path], err = io.ReadAll(answer.Body)
	return of.known[path], err
}

func (tiles) Height() int                     { return height }
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (of tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	found := make([][]byte, len(wanted))
	for i, tile := range wanted {
		var err error
		if found[i], err = of.get(path(tile)); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func min(a, b int64) int64 {
	if a < b {
		return a
	}
	return b
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
