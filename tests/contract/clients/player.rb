# frozen_string_literal: true

# Plays a game with the client that openapi-generator makes as ruby.
require 'openapi_client'

host, kind = ARGV

def client(host, token)
  configuration = OpenapiClient::Configuration.new
  configuration.scheme, configuration.host = host.split('://')
  configuration.server_index = nil
  configuration.base_path = ''
  configuration.access_token = token
  OpenapiClient::ApiClient.new(configuration)
end

# It sends the header `Authorization` always where a token may be sent.
named = OpenapiClient::CreatePlayer.new(name: 'Zoë')
player = client(host, OpenapiClient::PlayersApi.new(client(host, nil)).create_player(named).token)
wanted = OpenapiClient::CreateGame.new(kind: kind, players: 2)
created = OpenapiClient::GamesApi.new(player).create_game(wanted)
seats = created.tokens.map { |seat| OpenapiClient::MovesApi.new(client(host, seat.token)) }
view = created.game
until view.to_act.nil?
  seat = seats[view.to_act]
  legal = seat.list_legal_moves(view.id)
  move = legal.items[legal.seq % legal.items.size].move
  answer = seat.make_move(view.id, OpenapiClient::MakeMove.new(move: move, expected_seq: legal.seq))
  raise 'a move was not made' unless answer.is_a?(OpenapiClient::MadeMoveAnswer)

  answer.effects.each do |effect|
    puts "#{effect.card} #{effect.exact}" if effect.is_a?(OpenapiClient::DefeatedEffect)
    puts "#{effect.seat} #{effect.tricks_won}" if effect.is_a?(OpenapiClient::TrickWonEffect)
  end
  view = answer.game
end
audit = OpenapiClient::RecordsApi.new(player).audit_game(view.id)
puts "#{view.status} after #{view.seq} moves, audit #{audit.holds}"
exit(audit.holds && view.status == OpenapiClient::Status::FINISHED)
