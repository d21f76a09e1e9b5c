"""Short dates as `matches.moments` writes them, for templates."""

from django import template

from matches import moments

register = template.Library()
register.filter("night", moments.night)
register.filter("short_moment", moments.short)
register.filter("stamp", moments.stamp)
register.filter("hour", moments.hour)
