// Set by the bench: address, token and path of the entry. Read by the bench: the values.
globalThis.benchTask = undefined;
globalThis.benchValues = undefined;

const rowHeight = 36;

document.querySelector('button').addEventListener('click', async () => {
  const { data } = (await globalThis.benchGet(globalThis.benchTask.path)).data;
  globalThis.benchValues = data;
  const grid = document.querySelector('[role="grid"]');
  const keys = Object.keys(data);
  const body = document.createElement('div');
  body.style.height = `${keys.length * rowHeight}px`;
  const inView = Math.ceil(grid.clientHeight / rowHeight);
  for (const [index, key] of keys.slice(0, inView).entries()) {
    const row = document.createElement('div');
    row.role = 'row';
    row.ariaRowIndex = String(index + 1);
    row.style.top = `${index * rowHeight}px`;
    row.append(key, ' ', '•'.repeat(8));
    for (const label of ['Reveal', 'Copy', 'More']) {
      const button = document.createElement('button');
      button.textContent = label;
      row.append(button);
    }
    body.append(row);
  }
  grid.ariaRowCount = String(keys.length);
  grid.replaceChildren(body);
});

// Defined last: once it exists, the whole page is ready.
globalThis.benchGet = async (path) => {
  const { address, token } = globalThis.benchTask;
  const headers = { 'X-Vault-Token': token, 'X-Vault-Request': 'true' };
  return JSON.parse(await (await fetch(`${address}/v1/${path}`, { headers })).text());
};
