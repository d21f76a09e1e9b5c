"""Paper: the acta as a PDF, sealed; the blank acta; typeset by typst from templates/acta."""
