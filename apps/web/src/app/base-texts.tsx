import { ErrorPanel } from '@app/ui';
import { renew } from '../data/app/app-update.ts';
import { usePreferences } from '../data/app/preferences.ts';
import { loadTexts } from '../data/app/texts.ts';
import { tryTwice } from '../lib/lazy-once.ts';

/**
 * Loads the frame's own texts, without which nothing can be rendered: tried twice, then in English, which the service
 * worker caches. The language preference stays; it is tried again at the next start.
 */
export async function loadBaseTexts(): Promise<boolean> {
  const inEnglish = async () => {
    await loadTexts(['system'], 'en');
    usePreferences.setState({ language: 'en' });
  };
  return await tryTwice(() => loadTexts(['system']))
    .catch(inEnglish)
    .then(
      () => true,
      () => false,
    );
}

/** Shown when not even the texts could be fetched. The only texts of the app that are not in a catalogue. */
export function TextsUnavailable() {
  return (
    <main className="page">
      <div className="middle">
        <ErrorPanel
          title="Tidemark could not be loaded"
          text="Please check your connection and try again."
          retry={{ label: 'Try again', go: () => void renew() }}
        />
      </div>
    </main>
  );
}
