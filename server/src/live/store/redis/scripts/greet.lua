-- KEYS: shift, run, settling. ARGV: the shared clock as the process has it (0 if it has none),
-- whether it was alone, how long everybody then has to come back.
-- The shared clock never goes back, whichever server takes over. After a restart, which may have
-- lost records, and after a process was alone, nothing is appended until everybody is back.
local ahead = tonumber(ARGV[1]) - shared_now(KEYS[1])
if ahead > 20 then
  redis.call('INCRBY', KEYS[1], ahead)
end
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
if redis.call('GET', KEYS[2]) ~= run or ARGV[2] == '1' then
  redis.call('SET', KEYS[2], run)
  redis.call('SET', KEYS[3], '1', 'PX', ARGV[3])
end
return { shared_now(KEYS[1]), math.max(redis.call('PTTL', KEYS[3]), 0) }
