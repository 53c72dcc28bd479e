module x
require github.com/wowchemy/wowchemy-hugo-themes/modules/wowchemy/v5 v5.0.0
