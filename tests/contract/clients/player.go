// Plays a game with the client that openapi-generator makes as go.
package main

import (
	"context"
	"fmt"
	"os"

	openapi "example.org/regicide/client"
)

func main() {
	url, kind := "http://127.0.0.1:8080", "regicide"
	if len(os.Args) > 1 {
		url = os.Args[1]
	}
	if len(os.Args) > 2 {
		kind = os.Args[2]
	}
	if err := play(url, openapi.GameKind(kind)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func play(url string, kind openapi.GameKind) error {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: url}}
	api := openapi.NewAPIClient(configuration)
	anonymous := context.Background()

	wanted := openapi.NewCreateGame(2)
	wanted.SetKind(kind)
	created, _, err := api.GamesAPI.CreateGame(anonymous).CreateGame(*wanted).Execute()
	if err != nil {
		return err
	}
	view := created.Game
	id := view.Id
	for view.ToAct.Get() != nil {
		token := created.Tokens[*view.ToAct.Get()].Token
		seat := context.WithValue(anonymous, openapi.ContextAccessToken, token)
		legal, _, err := api.MovesAPI.ListLegalMoves(seat, id).Execute()
		if err != nil {
			return err
		}
		chosen := legal.Items[int(legal.Seq)%len(legal.Items)]
		move := openapi.NewMakeMove()
		move.SetMove(chosen.Move)
		move.SetExpectedSeq(legal.Seq)
		answer, _, err := api.MovesAPI.MakeMove(seat, id).MakeMove(*move).Execute()
		if err != nil {
			return err
		}
		if answer.MadeMoveAnswer == nil {
			return fmt.Errorf("a move was not made")
		}
		for _, effect := range answer.MadeMoveAnswer.Effects {
			if effect.DefeatedEffect != nil {
				fmt.Println(effect.DefeatedEffect.Card, effect.DefeatedEffect.Exact)
			}
			if effect.TrickWonEffect != nil {
				fmt.Println(effect.TrickWonEffect.Seat, effect.TrickWonEffect.TricksWon)
			}
		}
		view = answer.MadeMoveAnswer.Game
	}
	audit, _, err := api.RecordsAPI.AuditGame(anonymous, id).Execute()
	if err != nil {
		return err
	}
	fmt.Printf("%s after %d moves, audit %t\n", view.Status, view.Seq, audit.Holds)
	if !audit.Holds || view.Status != openapi.STATUS_FINISHED {
		return fmt.Errorf("the game has not ended well")
	}
	return nil
}
