/**
 * Counts the assertions of each Playwright test, and adds the number to the annotations of its JSON report: a test
 * without assertions proves nothing. Assertions in hooks and fixtures do not count.
 */
export default class AssertionsReporter {
  /** @type {Map<string, number>} */
  #counts = new Map();

  /**
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} _result
   * @param {import('@playwright/test/reporter').TestStep} step
   */
  onStepEnd(test, _result, step) {
    if (step.category !== 'expect') return;
    for (let above = step.parent; above !== undefined; above = above.parent)
      if (['expect', 'hook', 'fixture'].includes(above.category)) return;
    this.#counts.set(test.id, (this.#counts.get(test.id) ?? 0) + 1);
  }

  /** @param {import('@playwright/test/reporter').TestCase} test */
  onTestEnd(test) {
    test.annotations.push({ type: 'assertions', description: String(this.#counts.get(test.id) ?? 0) });
  }

  printsToStdio() {
    return false;
  }
}
