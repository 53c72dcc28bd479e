"""Sites of Hexo."""
