-- KEYS: log, names, shift, settling. ARGV: record, expected length, stamp, patience, life, channel,
-- id. Whoever appends has seen everything before, and is not late: every process stays further
-- behind the shared clock than a stamp may be.
local length = redis.call('LLEN', KEYS[1])
if length == 0 then
  return 'gone'
end
if length ~= tonumber(ARGV[2]) then
  return 'conflict'
end
if redis.call('EXISTS', KEYS[4]) == 1 then
  return 'settling'
end
if shared_now(KEYS[3]) - tonumber(ARGV[3]) > tonumber(ARGV[4]) then
  return 'conflict'
end
redis.call('RPUSH', KEYS[1], ARGV[1])
keep(KEYS[1], KEYS[2], ARGV[5])
redis.call('PUBLISH', ARGV[6], ARGV[7] .. ' ' .. length .. ' ' .. ARGV[1])
return 'done'
