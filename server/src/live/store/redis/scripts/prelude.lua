-- What several scripts need. All keys of mirrorpod lie on one server, which runs a script whole.

-- Milliseconds since 1970 by the clock that all processes share: this server's, and what it is
-- behind of the clock that they had before.
local function shared_now(shift)
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(redis.call('GET', shift) or 0)
end

-- A log and the short names that are bound to it live equally long.
local function keep(log, names, life)
  redis.call('PEXPIRE', names, life)
  for _, name in ipairs(redis.call('SMEMBERS', names)) do
    redis.call('PEXPIRE', name, life)
  end
  return redis.call('PEXPIRE', log, life)
end
