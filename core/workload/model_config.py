"""What the KV entries of a token weigh in a model, by the `config.json` that comes with it.

A layer keeps a key and a value of `head_dim` numbers for each KV head. With multi-head latent
attention (DeepSeek) it keeps one compressed vector instead, of `kv_lora_rank` and the part of the
key that is rotated. Models in which not every token of every layer is kept, those with windows or
with layers that are no attention, have no such number: they are refused, with the reason.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from core.workload.files import UnreadableError, read_text, size_of

Config: TypeAlias = Mapping[str, object]

LARGEST = 2**22
"""Bytes of the largest config that is read."""
MOST = 2**24

TEXT = ("text_config", "llm_config", "language_config")
"""The model of a model that sees or hears as well, in the table that has its layers."""
LAYERS = ("num_hidden_layers", "n_layer", "num_layers", "n_layers")
HEADS = ("num_attention_heads", "n_head", "num_heads", "n_heads")
KV_HEADS = ("num_key_value_heads", "n_head_kv", "num_kv_heads", "multi_query_group_num")
HIDDEN = ("hidden_size", "n_embd", "d_model")
HEAD = ("head_dim", "kv_channels")
DTYPE = ("dtype", "torch_dtype")

DTYPES = {
    "float32": 4,
    "float16": 2,
    "bfloat16": 2,
    "float8_e4m3fn": 1,
    "float8_e5m2": 1,
    "fp8": 1,
    "fp8_e4m3": 1,
    "fp8_e5m2": 1,
    "int8": 1,
}
"""Bytes of a number."""

FULL = "full_attention"
NO_ATTENTION = (
    *(
        "layers_block_type",
        "hybrid_override_pattern",
        "attn_layer_period",
        "full_attention_interval",
    ),
    *(
        "ssm_cfg",
        "state_size",
        "linear_attn_config",
        "num_kv_shared_layers",
        "cross_attention_layers",
    ),
)
"""Keys of models with layers that keep something else, or nothing."""


class ConfigError(ValueError):
    """A config does not say what a token weighs; the text says why, and what to do instead."""


class TokenWeight(NamedTuple):
    """`bytes` that all layers keep of a token, and the sum they come from in words."""

    bytes: int
    words: str


def token_weight(path: Path, kv_dtype: str | None = None) -> TokenWeight:
    """What a token weighs in the model whose config lies at `path`.

    `kv_dtype` is that of the cache where it is not the model's. Raises `ConfigError`.
    """
    config = _text_model(_read(path))
    if reasons := [*_not_there(config)]:
        raise ConfigError(f"{'; '.join(reasons)}: give bytes_per_token instead")
    layers, (numbers, kept) = _count(config, LAYERS), _of_layer(config)
    dtype, size = _dtype(config, kv_dtype)
    words = f"{layers} layers × {kept} × {size} B ({dtype})"
    return TokenWeight(layers * numbers * size, words)


def _read(path: Path) -> Config:
    try:
        if (size := size_of(path)) > LARGEST:
            raise ConfigError(f"it has {size:,} bytes, and {LARGEST // 2**20} MiB is the most")
        found: object = json.loads(read_text(path))
    except UnreadableError as error:
        raise ConfigError(error.message) from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, ConfigError):
            raise
        raise ConfigError("it is no JSON: the config.json of a model is meant") from None
    if not isinstance(found, dict):
        raise ConfigError("it is no JSON object: the config.json of a model is meant")
    return found


def _text_model(config: Config) -> Config:
    """The table that has the layers, with what only the whole says (a dtype, as a rule)."""
    inner = next((config[key] for key in TEXT if isinstance(config.get(key), dict)), None)
    return {**config, **inner} if isinstance(inner, dict) else config


def _not_there(config: Config) -> Iterator[str]:
    """Why a token has no weight of its own in this model."""
    window, reach = config.get("sliding_window"), config.get("max_position_embeddings")
    kinds = config.get("layer_types")
    if isinstance(kinds, list):
        others = dict.fromkeys(str(kind)[:40] for kind in kinds if kind != FULL)
        if others:
            yield f"not every layer is {FULL} (there is {', '.join([*others][:4])})"
    elif _binds(window, reach) and config.get("use_sliding_window", True):
        yield f"its layers keep a sliding_window of {window:,} tokens"
    if keys := [key for key in NO_ATTENTION if config.get(key)]:
        yield f"not every layer keeps a key and a value of each token alone ({', '.join(keys)})"
    if config.get("is_encoder_decoder"):
        yield "it is an encoder with a decoder"


def _binds(window: object, reach: object) -> bool:
    """Whether a window is shorter than what the model can see."""
    return isinstance(window, int) and not (isinstance(reach, int) and window >= reach)


def _of_layer(config: Config) -> tuple[int, str]:
    """How many numbers a layer keeps of a token, and as a product in words."""
    if config.get("kv_lora_rank") is not None:
        latent, rotated = (_count(config, (key,)) for key in ("kv_lora_rank", "qk_rope_head_dim"))
        return latent + rotated, f"({latent} latent + {rotated} rotated)"
    heads = _kv_heads(config)
    if any(config.get(key) is not None for key in HEAD):
        size = _count(config, HEAD)
    else:
        hidden, every = _count(config, HIDDEN), _count(config, HEADS)
        if hidden % every:
            raise ConfigError(f"hidden_size {hidden} is no multiple of {every} heads: no head_dim")
        size = hidden // every
    return 2 * heads * size, f"2 × {heads} KV heads × {size}"


def _kv_heads(config: Config) -> int:
    """As many as there are heads, unless it says otherwise."""
    if config.get("multi_query") is True and not config.get("new_decoder_architecture"):
        return 1
    inner = config.get("attn_config")
    if isinstance(inner, dict) and inner.get("kv_n_heads") is not None:
        return _count(inner, ("kv_n_heads",))
    named = any(config.get(key) is not None for key in KV_HEADS)
    return _count(config, KV_HEADS if named else HEADS)


def _count(config: Config, names: tuple[str, ...]) -> int:
    name = next((each for each in names if config.get(each) is not None), None)
    if name is None:
        raise ConfigError(f"there is no {names[0]} in it: the config.json of a model is meant")
    found = config[name]
    if isinstance(found, bool) or not isinstance(found, int) or not 1 <= found <= MOST:
        raise ConfigError(f"{name} must be a whole number from 1, not {str(found)[:40]!r}")
    return found


def _dtype(config: Config, asked: str | None) -> tuple[str, int]:
    """The name of the type of a number, and its bytes."""
    found = asked or next((config[key] for key in DTYPE if config.get(key) is not None), None)
    if found is None:
        raise ConfigError("it says no dtype: give kv_dtype, such as bfloat16")
    name = str(found).removeprefix("torch.")
    if name not in DTYPES:
        raise ConfigError(f"dtype {name[:40]!r} is not known; known: {', '.join(DTYPES)}")
    return name, DTYPES[name]
