"""The evening's pages. A view loads with one selector, calls one service and knows no ORM."""
