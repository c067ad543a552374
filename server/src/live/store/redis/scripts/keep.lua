-- KEYS: log, names. ARGV: life.
if keep(KEYS[1], KEYS[2], ARGV[1]) == 0 then
  return 'gone'
end
return 'done'
