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
