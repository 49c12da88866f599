-- A document in a Swift file, with sourcekit-lsp attached to the same buffer where it is installed. SAMPLE is a copy of the folder Sample.
local function say(text) io.stdout:write(text .. "\n") end
local folder = os.getenv("SAMPLE")
local function wait(condition) return vim.wait(20000, condition, 5) end

vim.fn.writefile({
  "struct Row {",
  "  static let fragment: GraphQLSource = \"\"\"",
  "    fragment Row on Album {",
  "      titel",
  "      ...AlbumCard",
  "    }",
  "    \"\"\"",
  "  let count: Int = 1",
  "}",
}, folder .. "/Row.swift")
vim.cmd("edit " .. folder .. "/Row.swift")
vim.bo.filetype = "swift"
local function start(name, command)
  local client = vim.lsp.start_client({
    name = name, cmd = { command }, root_dir = folder, flags = { debounce_text_changes = 0 },
    workspace_folders = { { uri = vim.uri_from_fname(folder), name = "Sample" } },
  })
  vim.lsp.buf_attach_client(0, client)
  wait(function() return vim.lsp.get_client_by_id(client) and vim.lsp.get_client_by_id(client).initialized end)
  return client
end
local apus = start("apus", os.getenv("APUS_LANGUAGE_SERVER"))
local hasOther = vim.fn.executable("sourcekit-lsp") == 1
local other = hasOther and start("sourcekit-lsp", "sourcekit-lsp")

-- What this server answers about a place; the other one may answer, too.
local function request(method, line, column, more)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local parameters = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, "utf-16"), more or {})
  local client = vim.lsp.get_client_by_id(apus)
  local answer = client.request_sync(method, parameters, 20000, 0) or {}
  return answer.result
end
-- Errors alone: nothing spreads the fragment, which is a warning.
local function problems()
  local found = {}
  for _, problem in ipairs(vim.diagnostic.get(0)) do
    if problem.source == "apus" and problem.severity == vim.diagnostic.severity.ERROR then table.insert(found, problem) end
  end
  return found
end

wait(function() return #problems() > 0 end)
for _, found in ipairs(problems()) do
  local text = vim.api.nvim_buf_get_lines(0, found.lnum, found.lnum + 1, false)[1]:sub(found.col + 1, found.end_col)
  say("diagnostics: " .. text .. ": " .. found.code)
end
vim.api.nvim_buf_set_lines(0, 3, 4, false, { "      title" })
wait(function() return #problems() == 0 end)
say("after the edit: " .. #problems())
say("hover: " .. (request("textDocument/hover", 4, 8).contents.value:match("Album%.title") or ""))
local place = request("textDocument/definition", 5, 11)[1]
say("definition: " .. place.uri:match("[^/]+$") .. ":" .. (place.range.start.line + 1))
local labels = {}
for _, item in ipairs(request("textDocument/completion", 4, 6).items) do labels[item.label] = true end
say("completion: " .. (labels["kind"] and "kind" or ""))
local outside = request("textDocument/hover", 8, 7)
say("outside: " .. ((outside == nil or outside == vim.NIL) and "nothing" or "something"))
vim.lsp.util.apply_workspace_edit(request("textDocument/rename", 5, 11, { newName = "Card" }), "utf-16")
vim.cmd("wall")
say("rename: Row.swift:" .. vim.fn.readfile(folder .. "/Row.swift")[5]:gsub("^ +", " "))
say("rename: AlbumCard.graphql: " .. vim.fn.readfile(folder .. "/AlbumCard.graphql")[1])
local attached = #vim.lsp.get_active_clients({ bufnr = 0 })
say("servers: " .. (attached == (hasOther and 2 or 1) and "all" or tostring(attached)))
vim.lsp.stop_client(apus)
if other then vim.lsp.stop_client(other) end
vim.wait(300, function() return false end)
vim.cmd("qa!")
