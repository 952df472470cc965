"""What a token weighs in a model: the shapes that published configs have, and what is refused."""

import json
from pathlib import Path

import pytest

from core.workload.model_config import ConfigError, TokenWeight, token_weight
from tests.workload.files import written

LLAMA = {
    "hidden_size": 4096,
    "num_attention_heads": 32,
    "num_hidden_layers": 32,
    "num_key_value_heads": 8,
    "torch_dtype": "bfloat16",
    "max_position_embeddings": 131_072,
}


def weight(folder: Path, config: object, kv_dtype: str | None = None) -> TokenWeight:
    return token_weight(written(folder, json.dumps(config), "config.json"), kv_dtype)


def refusal(folder: Path, config: object) -> str:
    with pytest.raises(ConfigError) as caught:
        weight(folder, config)
    return str(caught.value)


def test_llama_3_1_8b(tmp_path: Path) -> None:
    assert weight(tmp_path, LLAMA) == (
        131_072,
        "32 layers × 2 × 8 KV heads × 128 × 2 B (bfloat16)",
    )


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"num_key_value_heads": None}, 32 * 2 * 32 * 128 * 2),
        ({"head_dim": 160}, 32 * 2 * 8 * 160 * 2),
        ({"torch_dtype": None, "dtype": "float32"}, 32 * 2 * 8 * 128 * 4),
        ({"torch_dtype": "torch.float16"}, 131_072),
        ({"multi_query": True, "num_key_value_heads": None}, 32 * 2 * 1 * 128 * 2),
        (
            {"multi_query": True, "new_decoder_architecture": True, "num_kv_heads": 4}
            | {"num_key_value_heads": None},
            32 * 2 * 4 * 128 * 2,
        ),
        ({"attn_config": {"kv_n_heads": 2}}, 32 * 2 * 2 * 128 * 2),
        ({"sliding_window": None}, 131_072),
        ({"sliding_window": 4096, "use_sliding_window": False}, 131_072),
        ({"sliding_window": 131_072}, 131_072),
        ({"layer_types": ["full_attention"] * 32}, 131_072),
        ({"text_config": {"num_hidden_layers": 2}}, 2 * 2 * 8 * 128 * 2),
        ({"kv_lora_rank": 512, "qk_rope_head_dim": 64}, 32 * 576 * 2),
    ],
)
def test_what_configs_say_otherwise(tmp_path: Path, more: dict[str, object], expected: int) -> None:
    assert weight(tmp_path, LLAMA | more).bytes == expected


def test_names_that_older_models_have(tmp_path: Path) -> None:
    old = {"n_layer": 12, "n_head": 12, "n_embd": 768, "torch_dtype": "float32"}
    assert weight(tmp_path, old).bytes == 12 * 2 * 768 * 4


def test_the_model_of_a_model_that_sees_is_in_a_table(tmp_path: Path) -> None:
    inner = {key: value for key, value in LLAMA.items() if key != "torch_dtype"}
    seeing = {"text_config": inner, "vision_config": {"hidden_size": 1}, "torch_dtype": "bfloat16"}
    assert weight(tmp_path, seeing).bytes == 131_072


def test_latent_attention_keeps_one_vector(tmp_path: Path) -> None:
    """DeepSeek V3: 61 layers of 512 + 64 numbers, 70,272 bytes a token."""
    config = {"num_hidden_layers": 61, "kv_lora_rank": 512, "qk_rope_head_dim": 64}
    found = weight(tmp_path, config | {"torch_dtype": "bfloat16", "num_key_value_heads": 128})
    assert found == (70_272, "61 layers × (512 latent + 64 rotated) × 2 B (bfloat16)")


def test_the_cache_may_be_of_another_type(tmp_path: Path) -> None:
    assert weight(tmp_path, LLAMA, "fp8").bytes == 65_536


INSTEAD = ": give bytes_per_token instead"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            {"sliding_window": 4096},
            f"its layers keep a sliding_window of 4,096 tokens{INSTEAD}",
        ),
        (
            {"layer_types": ["full_attention", "sliding_attention"]},
            f"not every layer is full_attention (there is sliding_attention){INSTEAD}",
        ),
        (
            {"hybrid_override_pattern": "M-M*"},
            "not every layer keeps a key and a value of each token alone (hybrid_override_pattern)",
        ),
        ({"is_encoder_decoder": True}, f"it is an encoder with a decoder{INSTEAD}"),
        ({"torch_dtype": None}, "it says no dtype: give kv_dtype, such as bfloat16"),
        ({"num_hidden_layers": None}, "there is no num_hidden_layers in it: the config.json of a"),
        (
            {"num_hidden_layers": True},
            "num_hidden_layers must be a whole number from 1, not",
        ),
        ({"num_hidden_layers": 10**30}, "num_hidden_layers must be a whole number from 1, not"),
        ({"num_key_value_heads": [1, 2]}, "num_key_value_heads must be a whole number from 1"),
        ({"num_key_value_heads": 0}, "num_key_value_heads must be a whole number from 1, not '0'"),
        ({"hidden_size": 4097}, "hidden_size 4097 is no multiple of 32 heads: no head_dim"),
        ({"torch_dtype": "\x1b[31m"}, "dtype '\\x1b[31m' is not known; known: float32, float16"),
        ({"torch_dtype": ["x"]}, "dtype \"['x']\" is not known"),
    ],
)
def test_what_is_not_there_is_said(tmp_path: Path, more: dict[str, object], why: str) -> None:
    assert refusal(tmp_path, LLAMA | more).startswith(why)


@pytest.mark.parametrize("text", ["", "[1]", "{", "[" * 100_000, '{"a": ' * 50_000, "7", "null"])
def test_what_is_no_config(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="it is no JSON"):
        token_weight(written(tmp_path, text, "config.json"))


def test_a_file_that_is_none_or_too_large(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        token_weight(tmp_path / "none.json")
    with pytest.raises(ConfigError, match="this is a folder, not a file"):
        token_weight(tmp_path)
    with pytest.raises(ConfigError, match=r"it has 4,194,305 bytes, and 4 MiB is the most"):
        token_weight(written(tmp_path, " " * (2**22 + 1), "config.json"))
