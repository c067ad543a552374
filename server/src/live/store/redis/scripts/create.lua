-- KEYS: log, names. ARGV: first record, life.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 'conflict'
end
redis.call('RPUSH', KEYS[1], ARGV[1])
keep(KEYS[1], KEYS[2], ARGV[2])
return 'done'
