from django.db import migrations, models
from django.db.models import Q

KINDS = ["WARNING", "SUSPENSION", "FINE", "POINTS", "DISQUALIFICATION", "EXPULSION"]


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0011_sights"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="sanction", name="matches_sanction_kind"),
        migrations.RemoveConstraint(model_name="sanction", name="matches_sanction_suspension"),
        migrations.AddField(
            model_name="sanction",
            name="until",
            field=models.DateField(blank=True, null=True, verbose_name="hasta"),
        ),
        migrations.AlterField(
            model_name="sanction",
            name="kind",
            field=models.CharField(choices=[(kind, kind) for kind in KINDS], max_length=16),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=Q(kind__in=KINDS), name="matches_sanction_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(encounters__isnull=False, encounters__gte=1, until__isnull=True)
                    | Q(encounters__isnull=True, until__isnull=False),
                    kind="SUSPENSION",
                    player__isnull=False,
                )
                | ~Q(kind="SUSPENSION") & Q(encounters__isnull=True, until__isnull=True),
                name="matches_sanction_suspension",
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=~Q(kind="DISQUALIFICATION") | Q(player__isnull=False),
                name="matches_sanction_disqualified",
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=~Q(kind="EXPULSION") | Q(team__isnull=False, player__isnull=True),
                name="matches_sanction_expelled",
            ),
        ),
    ]
