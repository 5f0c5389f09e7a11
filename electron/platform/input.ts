/** Hears that somebody uses one of our pages, the trusted view among them; what is typed is not looked at. */
import { screen, type App, type InputEvent } from 'electron';

/** Moves are heard this often, in milliseconds. */
const MOVE_INTERVAL_MS = 1_000;

/** Calls `touched` for every key, click, wheel or real movement over a page of ours. */
export function watchInput(app: App, touched: () => void): void {
  let movedMs = 0;
  let pointer = '';
  const hear = (type: InputEvent['type']): void => {
    if (type === 'mouseMove' || type === 'mouseEnter' || type === 'mouseLeave') {
      // Chromium makes up moves when a page appears under a resting pointer.
      if (Date.now() - movedMs < MOVE_INTERVAL_MS) return;
      movedMs = Date.now();
      const { x, y } = screen.getCursorScreenPoint();
      const now = `${x} ${y}`;
      if (now === pointer) return;
      pointer = now;
    }
    touched();
  };
  app.on('web-contents-created', (_event, contents) => {
    contents.on('input-event', (_input, { type }) => hear(type));
  });
}
