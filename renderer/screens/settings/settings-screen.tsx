import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { aboutQuery, trayQuery, useSetPreferences } from '../../api/app.ts';
import { query } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { SideChoice, SideChoices } from '../../ui/side-choices.tsx';
import { settingsView } from '../../workspace/settings-section.ts';
import { aboutSettings } from './about.tsx';
import { keySettings } from './keys.tsx';
import { preferenceSettings } from './preference-settings.tsx';
import { privacySettings } from './privacy.tsx';
import { found, type SettingsSection } from './setting.ts';
import { updateSettings } from './updates.tsx';
import css from './settings.module.css';
import { takeFocus } from '../../ui/focus.ts';

export interface SettingsScreenProps {
  /** Given if the screen is not in a tab: returns to connecting. */
  readonly onClose?: () => void;
}

/** All settings, shortcuts and stored data: one page with its sections on the left, searched by typing. */
export function SettingsScreen({ onClose }: SettingsScreenProps) {
  const { text, section } = useStore(settingsView);
  const sections = useSections();
  const ready = sections.length > 0;
  const shown = found(sections, text);
  const box = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [front, setFront] = useState<string>();
  const setText = (typed: string): void => settingsView.change({ text: typed });
  const scrollTo = (id: string): void =>
    box.current?.querySelector(`[data-section="${id}"]`)?.scrollIntoView({ block: 'start' });
  useEffect(() => {
    if (!ready || section === undefined) return;
    takeFocus(search.current, { preventScroll: true });
    scrollTo(section);
    settingsView.change({ section: undefined });
  }, [section, ready]);
  return (
    <Page
      className={css['screen']}
      ref={box}
      onScroll={({ currentTarget }) => setFront(sectionInFront(currentTarget))}
    >
      <div className={css['header']}>
        <ScreenHead
          title="Settings"
          note={
            <FilterBox
              ref={search}
              label="Search settings"
              text={text}
              onText={setText}
              data-filter
              className={css['search']}
            />
          }
        >
          {onClose !== undefined && (
            <IconButton icon={X} label="Back to connections" keys="Esc" onClick={onClose} />
          )}
        </ScreenHead>
      </div>
      {ready && shown.length === 0 && (
        <Row align="center" gap={12}>
          <Note role="status">No setting contains “{text.trim()}”.</Note>
          <Button small onClick={() => setText('')}>
            Clear search
          </Button>
        </Row>
      )}
      <div className={css['body']}>
        <SideChoices className={css['sections']} aria-label="Settings">
          {shown.map(({ id, title }) => (
            <SideChoice key={id} current={id === (front ?? shown[0]?.id)} onChoose={() => scrollTo(id)}>
              {title.replace(/:.*/, '')}
            </SideChoice>
          ))}
        </SideChoices>
        <div className={css['all']}>
          {shown.map(({ id, title, settings }) => (
            <Stack
              key={id}
              as="section"
              gap={8}
              data-section={id}
              className={css['section']}
              aria-labelledby={`settings-${id}`}
            >
              <h3 id={`settings-${id}`}>{title}</h3>
              <Stack gap={12} className={css['settings']}>
                {settings.map((setting) => (
                  <div key={setting.id}>{setting.show()}</div>
                ))}
              </Stack>
            </Stack>
          ))}
        </div>
      </div>
    </Page>
  );
}

/** Id of the first section that begins in the upper half of the page, else of the one that fills it. */
function sectionInFront(page: HTMLElement): string | undefined {
  const sections = [...page.querySelectorAll<HTMLElement>('[data-section]')];
  // The sections scroll under the head, which is 55 px high.
  const above = sections.filter(({ offsetTop }) => offsetTop < page.scrollTop + 55).length;
  const next = sections[above];
  const isNear = next !== undefined && next.offsetTop < page.scrollTop + page.clientHeight / 2;
  return (isNear ? next : sections[above - 1])?.dataset['section'];
}

/** The sections once all of them can be shown. */
function useSections(): readonly SettingsSection[] {
  const preferences = useQuery(query('app.preferences', {})).data;
  const info = useQuery(query('app.info', {})).data;
  const stored = useQuery(query('app.storedFiles', {}));
  const about = useQuery(aboutQuery());
  const updates = useQuery(query('updates.state', {}));
  const tray = useQuery(trayQuery(preferences?.tray === true)).data;
  const quickAccess = useQuery(query('app.quickAccess', {})).data;
  const setPreferences = useSetPreferences();
  if (preferences === undefined || info === undefined) return [];
  // A late section would move the one that was scrolled to.
  if (stored.isPending || about.isPending || updates.isPending) return [];
  return [
    ...preferenceSettings({ preferences, platform: info.platform, tray, quickAccess }, setPreferences),
    ...(updates.data === undefined ? [] : [updateSettings(updates.data)]),
    keySettings,
    privacySettings(stored.data),
    aboutSettings(info, about.data),
  ];
}
