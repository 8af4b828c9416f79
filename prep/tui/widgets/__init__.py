"""Widgets that draw rows of text on the page's grid."""
