"""From a built site to one that people read: what will change, and sending it there."""
