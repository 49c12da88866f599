-- What a person does in an editor, by Neovim's own client; works from 0.7 on. SAMPLE is a copy of the folder Sample.
local function say(text) io.stdout:write(text .. "\n") end
local folder = os.getenv("SAMPLE")
local function wait(condition) return vim.wait(20000, condition, 5) end
local function request(method, parameters)
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 20000) or {}
  for _, answer in pairs(answers) do return answer.result end
end

vim.cmd("edit " .. folder .. "/Albums.graphql")
vim.bo.filetype = "graphql"
local client = vim.lsp.start_client({
  name = "apus", cmd = { os.getenv("APUS_LANGUAGE_SERVER") }, root_dir = folder,
  flags = { debounce_text_changes = 0 }, workspace_folders = { { uri = vim.uri_from_fname(folder), name = "Sample" } },
})
vim.lsp.buf_attach_client(0, client)

local function set(line, text) vim.api.nvim_buf_set_lines(0, line, line + 1, false, { text }) end
wait(function() return vim.lsp.get_client_by_id(client) and vim.lsp.get_client_by_id(client).initialized end)
set(2, "    titel")
wait(function() return #vim.diagnostic.get(0) > 0 end)
for _, found in ipairs(vim.diagnostic.get(0)) do
  local text = vim.api.nvim_buf_get_lines(0, found.lnum, found.lnum + 1, false)[1]:sub(found.col + 1, found.end_col)
  say("diagnostics: " .. text .. ": " .. found.code)
end

-- A code action, applied as an editor does.
vim.api.nvim_win_set_cursor(0, { 3, 5 })
local parameters = vim.lsp.util.make_range_params()
parameters.context = { diagnostics = {} }
local actions = request("textDocument/codeAction", parameters)
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
say("code action:" .. vim.api.nvim_buf_get_lines(0, 2, 3, false)[1]:gsub("^ +", " "))
wait(function() return #vim.diagnostic.get(0) == 0 end)
say("after the fix: " .. #vim.diagnostic.get(0))

vim.api.nvim_win_set_cursor(0, { 3, 4 })
local items = request("textDocument/completion", vim.lsp.util.make_position_params()).items
local labels = {}
for _, item in ipairs(items) do labels[item.label] = true end
say("completion: " .. (labels["title"] and "title " or "") .. (labels["...AlbumCard"] and "...AlbumCard" or ""))
local hover = request("textDocument/hover", vim.lsp.util.make_position_params())
say("hover: " .. (hover.contents.value:match("Album%.title") or ""))
local place = request("textDocument/definition", vim.lsp.util.make_position_params())[1]
say("definition: " .. place.uri:match("[^/]+$") .. ":" .. (place.range.start.line + 1))

vim.api.nvim_win_set_cursor(0, { 4, 9 })
local rename = vim.lsp.util.make_position_params()
rename.newName = "Card"
vim.lsp.util.apply_workspace_edit(request("textDocument/rename", rename), "utf-16")
vim.cmd("wall")
say("rename: Albums.graphql:" .. vim.fn.readfile(folder .. "/Albums.graphql")[4]:gsub("^ +", " "))
say("rename: AlbumCard.graphql: " .. vim.fn.readfile(folder .. "/AlbumCard.graphql")[1])

-- Another program writes the schema, and no file watcher says so.
local lines = vim.fn.readfile(folder .. "/schema.graphqls")
for number, line in ipairs(lines) do lines[number] = line:gsub("title: String!", "name: String!") end
vim.fn.writefile(lines, folder .. "/schema.graphqls")
wait(function() return (vim.diagnostic.get(0)[1] or {}).code == "unknown-field" end)
say("schema changed: " .. ((vim.diagnostic.get(0)[1] or {}).code or ""))
vim.lsp.stop_client(client)
vim.wait(300, function() return false end)
vim.cmd("qa!")
