"""Randomness from a key (docs/spec/record.md S2)."""


def words(key, stream):
    """The words of a ChaCha20 stream (S2.1)."""
    def add_xor_rotate(s, a, b, d, bits):
        s[a] = (s[a] + s[b]) & 0xFFFFFFFF
        s[d] ^= s[a]
        s[d] = (s[d] << bits | s[d] >> (32 - bits)) & 0xFFFFFFFF

    lines = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
             (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    text = b"expand 32-byte k" + key
    fixed = [int.from_bytes(text[at:at + 4], "little") for at in range(0, 48, 4)]
    block = 0
    while True:
        start = fixed + [block & 0xFFFFFFFF, block >> 32, stream & 0xFFFFFFFF, stream >> 32]
        state = start[:]
        for _ in range(10):
            for a, b, c, d in lines:
                add_xor_rotate(state, a, b, d, 16)
                add_xor_rotate(state, c, d, b, 12)
                add_xor_rotate(state, a, b, d, 8)
                add_xor_rotate(state, c, d, b, 7)
        yield from ((one + other) & 0xFFFFFFFF for one, other in zip(state, start))
        block += 1


def below(source, n):
    """S2.2."""
    return next(word for word in source if word < 2**32 // n * n) % n


def shuffled(source, cards):
    """S2.3."""
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = below(source, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
