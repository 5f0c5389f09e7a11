/** YAML of plain data with every text quoted, so that none is read as a number, a date or a boolean. */

/**
 * @param {unknown} value Objects, lists, texts, numbers and truth values.
 * @param {string} [indent]
 * @returns {string}
 */
export function yamlOf(value, indent = '') {
  if (Array.isArray(value))
    return value.map((each) => `${indent}- ${yamlOf(each, `${indent}  `).trimStart()}`).join('');
  if (typeof value !== 'object' || value === null) return `${JSON.stringify(value)}\n`;
  return Object.entries(value)
    .map(([key, each]) => {
      const nested = typeof each === 'object' && each !== null;
      return `${indent}${key}:${nested ? '\n' : ' '}${yamlOf(each, nested ? `${indent}  ` : '')}`;
    })
    .join('');
}
