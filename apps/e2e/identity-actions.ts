import type { Page } from 'playwright-core';
import { press } from './actions.ts';

export type Look = 'card' | 'blurred' | 'dark';

const COLOURS: Readonly<Record<Look, { table: string; card: string; text: string }>> = {
  card: { table: '#4a5560', card: '#c9d2d8', text: '#26323c' },
  blurred: { table: '#4a5560', card: '#c9d2d8', text: '#26323c' },
  dark: { table: '#080a0c', card: '#1c2024', text: '#0a0c10' },
};

/** Draws a picture of a document in the page: a card with a portrait and lines of text on a table. */
const draw = (page: Page, look: Look, seed: string): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { table, card, text } = ${JSON.stringify(COLOURS[look])};
    const canvas = document.createElement('canvas');
    canvas.width = 1600;
    canvas.height = 1000;
    const context = canvas.getContext('2d');
    if (${look === 'blurred'}) context.filter = 'blur(14px)';
    context.fillStyle = table;
    context.fillRect(0, 0, 1600, 1000);
    context.fillStyle = card;
    context.fillRect(200, 140, 1200, 720);
    context.fillStyle = text;
    context.fillRect(270, 260, 300, 380);
    context.font = '54px monospace';
    for (let line = 0; line < 8; line += 1) context.fillText('${seed} ' + line + ' <<<<<<', 620, 270 + line * 70);
    return canvas.toDataURL('image/jpeg', 0.9);
  })()`);

/** Chooses a drawn picture from the album, as a user would. */
export async function choosePicture(page: Page, look: Look = 'card'): Promise<void> {
  const seed = crypto.randomUUID().slice(0, 12);
  const address = await draw(page, look, seed);
  const buffer = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  const chosen = { name: `${seed}.jpg`, mimeType: 'image/jpeg', buffer };
  await page.locator('input[type=file]:not([capture])').setInputFiles(chosen);
}

/** Takes the picture of a step and goes on. */
export async function takePicture(page: Page, step: string): Promise<void> {
  await page.getByRole('heading', { name: step }).waitFor();
  await choosePicture(page);
  await page.getByText('Photo sent').waitFor();
  await press(page, 'Continue');
}
