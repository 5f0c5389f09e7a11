import type { SessionView } from '../../shared/ipc/contract.ts';
import { sealState, serverWords } from './status-bar.tsx';
import { lazily } from '../ui/lazily.ts';

const HomeScreen = lazily(() => import('../screens/home/home-screen.tsx'), 'HomeScreen');

/** Start screen of a session. It describes the server in the words of the status bar. */
export function Home({ session }: { readonly session: SessionView }) {
  const seal = sealState(session.health, session.trouble?.kind);
  return <HomeScreen session={session} server={{ ...seal, facts: serverWords(session) }} />;
}
