/** `menu.*`: the application's menu, whose words and keys are main's. */
import * as z from 'zod/mini';
import { menuCommandNames } from '../../../shared/ipc/menu.ts';
import { nothing } from '../about.ts';
import { call } from '../call.ts';
import { reads } from '../presets.ts';

export const menuCalls = [
  call('menu.offer', {
    ...reads,
    input: z.strictObject({ commands: z.array(z.enum(menuCommandNames)).check(z.maxLength(100)) }),
    about: nothing,
    run: (_nothing, { commands }, { services }) => {
      services.platform.tellMenu(commands);
      return {};
    },
  }),
] as const;
