"""Pictures of states and traces."""

from gamekit.draw.boards import board, record_board, scene_picture, thumbnail
from gamekit.draw.charts import (
    bars,
    elo,
    learning_curves,
    nodes_by_depth,
    scatter_with_fit,
    windows,
)
from gamekit.draw.flame import flame
from gamekit.draw.gallery import gallery
from gamekit.draw.picture import Picture
from gamekit.draw.scene import scene
from gamekit.draw.trees import tree, tree_before_after

__all__ = [
    "Picture",
    "bars",
    "board",
    "elo",
    "flame",
    "gallery",
    "learning_curves",
    "nodes_by_depth",
    "record_board",
    "scatter_with_fit",
    "scene",
    "scene_picture",
    "thumbnail",
    "tree",
    "tree_before_after",
    "windows",
]
