-- KEYS: log, names, its names one by one. ARGV: id, life, channel, the records that a process has.
-- Writes back what this server lost. What it has stands: whoever knows otherwise is told.
local here = redis.call('LRANGE', KEYS[1], 0, -1)
local n_known = #ARGV - 3
for n = 1, math.min(#here, n_known) do
  if here[n] ~= ARGV[3 + n] then
    return 'another'
  end
end
for n = #here + 1, n_known do
  redis.call('RPUSH', KEYS[1], ARGV[3 + n])
end
for n = 3, #KEYS do
  if redis.call('SET', KEYS[n], ARGV[1], 'NX') then
    redis.call('SADD', KEYS[2], KEYS[n])
  end
end
keep(KEYS[1], KEYS[2], ARGV[2])
if n_known > #here then
  redis.call('PUBLISH', ARGV[3], ARGV[1])
  return 'restored'
end
return 'same'
