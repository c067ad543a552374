-- KEYS: log. ARGV: from. A script and no transaction, which a full server would refuse.
return { redis.call('LLEN', KEYS[1]), redis.call('LRANGE', KEYS[1], ARGV[1], -1) }
