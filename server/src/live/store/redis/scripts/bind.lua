-- KEYS: log, names, name. ARGV: id, life.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 'gone'
end
if not redis.call('SET', KEYS[3], ARGV[1], 'NX') then
  return 'conflict'
end
redis.call('SADD', KEYS[2], KEYS[3])
keep(KEYS[1], KEYS[2], ARGV[2])
return 'done'
