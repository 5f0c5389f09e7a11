/** Publisher facts of a package, which only a release machine has. */
import { updateFacts } from '../setup/update-facts.mjs';

/**
 * @returns {{ homepage: string | undefined, maintainer: string | undefined, updates: import('../setup/update-facts.mjs').UpdateFacts | undefined }}
 *   From `STRONGROOM_HOMEPAGE` (else the repository that a GitHub workflow runs for), `STRONGROOM_MAINTAINER`
 *   (`Name <address>`), and the source of new versions (`updateFacts`).
 */
export function publication() {
  const server = process.env['GITHUB_SERVER_URL'];
  const repository = process.env['GITHUB_REPOSITORY'];
  const home = server !== undefined && repository !== undefined ? `${server}/${repository}` : undefined;
  return {
    homepage: process.env['STRONGROOM_HOMEPAGE'] ?? home,
    maintainer: process.env['STRONGROOM_MAINTAINER'],
    updates: updateFacts(process.env),
  };
}
