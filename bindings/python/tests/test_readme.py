import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.S | re.M)


def test_the_readme_has_its_blocks() -> None:
    assert len(BLOCKS) >= 6


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split()[1])
def test_the_blocks_of_the_readme_run(block: str) -> None:
    exec(compile(block, "README.md", "exec"), {})
