from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0014_tournament_days"),
    ]

    operations = [
        migrations.AddField(
            model_name="siderecord",
            name="closed_as",
            field=models.CharField(
                blank=True,
                choices=[("OWN", "OWN"), ("SHARED", "SHARED"), ("SERVER", "SERVER")],
                default="",
                max_length=6,
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="siderecord",
            constraint=models.CheckConstraint(
                condition=Q(closed_as="")
                | Q(closed_as__in=["OWN", "SHARED"], locked_at__isnull=False),
                name="matches_side_record_closed_as",
            ),
        ),
    ]
