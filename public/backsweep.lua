-- Makes a link to Backsweep from the text of a kernel, without a network: for LuaLaTeX (backsweep.sty loads it), for Pandoc and
-- Quarto as a filter, and by hand:
--
--   texlua backsweep.lua https://site/ kernel.c       prints the link of the kernel
--
-- A link is `#v2.j.<payload>.<checksum>`: JSON in base64url, and the CRC-32 of the payload in eight hexadecimal digits. What
-- the JSON leaves out is as the page has it by default. Pages that read this form today will read it for good.
local M = {}

local ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

local function base64(text)
  local out = {}
  for i = 1, #text, 3 do
    local a, b, c = text:byte(i, i + 2)
    local n = a * 65536 + (b or 0) * 256 + (c or 0)
    local count = c and 4 or b and 3 or 2
    for k = 1, count do
      local at = math.floor(n / 64 ^ (4 - k)) % 64
      out[#out + 1] = ALPHABET:sub(at + 1, at + 1)
    end
  end
  return table.concat(out)
end

-- Exclusive or without the operators that differ between versions of Lua.
local function xor(a, b)
  local result, bit = 0, 1
  while a > 0 or b > 0 do
    if a % 2 ~= b % 2 then result = result + bit end
    a, b, bit = math.floor(a / 2), math.floor(b / 2), bit * 2
  end
  return result
end

local TABLE = {}
for n = 0, 255 do
  local c = n
  for _ = 1, 8 do
    if c % 2 == 1 then c = xor(math.floor(c / 2), 0xEDB88320) else c = math.floor(c / 2) end
  end
  TABLE[n] = c
end

local function crc32(text)
  local crc = 0xFFFFFFFF
  for i = 1, #text do
    crc = xor(TABLE[xor(crc % 256, text:byte(i))], math.floor(crc / 256))
  end
  return string.format('%08x', xor(crc, 0xFFFFFFFF))
end

local ESCAPES = { ['"'] = '\\"', ['\\'] = '\\\\', ['\n'] = '\\n', ['\t'] = '\\t' }
local function json(text)
  return '"' .. text:gsub('[%c"\\]', function(each)
    return ESCAPES[each] or string.format('\\u%04x', each:byte())
  end) .. '"'
end

--- What stands behind the address of the site: `language` is 'c' or 'fortran'.
function M.fragment(source, language)
  local text = source:gsub('^\239\187\191', ''):gsub('\r\n?', '\n')
  local payload = base64('{"source":' .. json(text) .. ',"language":' .. json(language) .. '}')
  return '#v2.j.' .. payload .. '.' .. crc32(payload)
end

--- The link itself; `site` is the folder of the page, with or without a slash at its end.
function M.link(site, source, language)
  return (site:gsub('/*$', '/')) .. M.fragment(source, language)
end

--- By the ending of a file's name.
local function languageOf(name)
  local ending = name:lower():match('%.(%w+)$') or ''
  return (ending:match('^f%d*$') or ending == 'for') and 'fortran' or 'c'
end

function M.linkOfFile(site, name, language)
  local file = assert(io.open(name, 'rb'))
  local source = file:read('*a')
  file:close()
  return M.link(site, source, language or languageOf(name))
end

-- Pandoc and Quarto: a code block of the class `backsweep` gets a link below it. The site is `backsweep-site` in the metadata.
if pandoc ~= nil then
  local site
  local function meta(m)
    site = m['backsweep-site'] and pandoc.utils.stringify(m['backsweep-site'])
  end
  local function block(b)
    if site == nil or not b.classes:includes('backsweep') then return nil end
    local language = b.classes:includes('fortran') and 'fortran' or 'c'
    return { b, pandoc.Para({ pandoc.Link('Open it in Backsweep', M.link(site, b.text .. '\n', language)) }) }
  end
  return { { Meta = meta }, { CodeBlock = block } }
end

if arg ~= nil and arg[0] ~= nil and arg[0]:match('backsweep%.lua$') and #arg >= 2 then
  print(M.linkOfFile(arg[1], arg[2], arg[3]))
end

return M
