import { lazily } from '../ui/lazily.ts';

/** Start screen of a session. */
export const Home = lazily(() => import('../screens/home/home-screen.tsx'), 'HomeScreen');
