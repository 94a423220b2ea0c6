import { ErrorPanel } from '@app/ui';
import { renew } from '../data/app/app-update.ts';
import { usePreferences } from '../data/app/preferences.ts';
import { loadTexts } from '../data/app/texts.ts';

const RETRY_MS = 500;

/**
 * Loads the frame's own texts, without which nothing can be rendered: tried twice, then in English, which the service
 * worker caches. The language preference stays; it is tried again at the next start.
 */
export async function loadBaseTexts(): Promise<boolean> {
  const inEnglish = async () => {
    await loadTexts(['system'], 'en');
    usePreferences.setState({ language: 'en' });
  };
  for (const attempt of [() => loadTexts(['system']), afterAWhile, inEnglish])
    if (await attempt().then(succeeded, failed)) return true;
  return false;
}

const succeeded = () => true;

const failed = () => false;

async function afterAWhile(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  await loadTexts(['system']);
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
