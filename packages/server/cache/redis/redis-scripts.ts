import { createHash } from 'node:crypto';

/** Runs within Redis, in one step that nothing comes between. */
export interface RedisScript {
  readonly text: string;
  readonly digest: string;
}

const script = (text: string): RedisScript => ({ text, digest: createHash('sha1').update(text).digest('hex') });

const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Keys: the answer, then its tags. Arguments: the version, a text that nothing else has, and how long a tag is remembered.
 * Answers Redis's clock and what stands under the tags, then the answer where it is of the version and nothing purged it since.
 *
 * A tag that isn't there, because Redis has thrown it away or somebody has purged it, gets a text that no answer was kept by.
 */
export const lookUpScript = script(`${clock}
local tags = {}
for at = 2, #KEYS do
  local tag = redis.call('GET', KEYS[at])
  if not tag then
    tag = ARGV[2]
    redis.call('SET', KEYS[at], tag, 'PX', ARGV[3])
  end
  tags[#tags + 1] = tag
end
local purges = table.concat(tags, ' ')
local kept = redis.call('HMGET', KEYS[1], 'version', 'purges')
if kept[1] ~= ARGV[1] or kept[2] ~= purges then return { now, purges } end
local answer = redis.call('HMGET', KEYS[1], 'madeAt', 'beside', 'json')
return { now, purges, answer[1], answer[2], answer[3] }
`);

/**
 * Keys: the answer, the list of the project's answers, then the tags of the answer. Arguments: what stood under the tags when it was
 * begun, when it was made and when it ends by Redis's clock, how long a tag is remembered, its id, how many ids are listed, whether this
 * one is, and then all that is kept, by name. Keeps nothing that was purged meanwhile, or is over.
 */
export const keepScript = script(`${clock}
local tags = {}
for at = 3, #KEYS do tags[#tags + 1] = redis.call('GET', KEYS[at]) or '' end
if table.concat(tags, ' ') ~= ARGV[1] or tonumber(ARGV[3]) <= now then return 0 end
for at = 3, #KEYS do redis.call('PEXPIRE', KEYS[at], ARGV[4]) end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'purges', ARGV[1], 'madeAt', ARGV[2], unpack(ARGV, 8))
redis.call('PEXPIREAT', KEYS[1], ARGV[3])
if ARGV[7] == '1' then
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[5])
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1 - ARGV[6])
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
end
return 1
`);

/** Keys: the tag. Arguments: the channel, and what the other servers are told there. */
export const purgeScript = script(`
redis.call('UNLINK', KEYS[1])
return redis.call('PUBLISH', ARGV[1], ARGV[2])
`);

const isKept = `
local known = {}
local function isKept(answer)
  local kept = redis.call('HMGET', answer, 'tags', 'purges')
  if not kept[1] then return false end
  local tags = {}
  for tag in string.gmatch(kept[1], '[^\\n]+') do
    if known[tag] == nil then known[tag] = redis.call('GET', tag) or '' end
    tags[#tags + 1] = known[tag]
  end
  return table.concat(tags, ' ') == kept[2]
end
`;

/**
 * Keys: the list of the project's answers. Arguments: what the names of answers begin with. Answers Redis's clock, and for each answer that
 * nothing has purged its id, when it was made, its TTL, its bytes, its origin and its key.
 */
export const listScript = script(`${clock}${isKept}
local rows = { now }
for _, id in ipairs(redis.call('ZREVRANGE', KEYS[1], 0, -1)) do
  local answer = ARGV[1] .. id
  if isKept(answer) then
    local row = redis.call('HMGET', answer, 'madeAt', 'ttl', 'origin', 'key')
    rows[#rows + 1] = { id, row[1], row[2], tostring(redis.call('HSTRLEN', answer, 'json')), row[3], row[4] }
  end
end
return rows
`);

/** Keys: the list of the project's answers, and the answer. Arguments: its id. Answers its JSON where it is one of the project. */
export const readScript = script(`${isKept}
if redis.call('ZSCORE', KEYS[1], ARGV[1]) and isKept(KEYS[2]) then return redis.call('HGET', KEYS[2], 'json') end
return false
`);
