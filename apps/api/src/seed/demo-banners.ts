import { api } from '@dukkan/contract';
import { type DemoBanner, type DemoSlider, SLIDERS } from '../../../../prisma/seed/demo-banners.ts';
import type { Ctx } from '../core/ctx.ts';
import { saveBanner, saveSlider } from '../modules/content/index.ts';
import { readDrawings } from './demo-drawings.ts';

/** Draws a banner: its drawings side by side on a ground of one colour. */
async function drawBanner(
  { width, height }: DemoSlider,
  { ground, drawings }: DemoBanner,
  icons: Awaited<ReturnType<typeof readDrawings>>,
): Promise<string> {
  const { default: sharp } = await import('sharp');
  const edge = height * 0.6;
  const step = width / (drawings.length + 1);
  const placed = drawings.map((name, n) => {
    const place = `translate(${step * (n + 1) - edge / 2} ${(height - edge) / 2}) scale(${edge / 32})`;
    return `<g transform="${place}">${icons[name]?.body ?? ''}</g>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${ground}"/>${placed.join('')}</svg>`;
  const picture = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  return `data:image/png;base64,${picture.toString('base64')}`;
}

/** Creates the sliders and banners of the demo shop's website once; what users delete does not come back. */
export async function seedBanners(ctx: Ctx): Promise<void> {
  if (await ctx.db.slider.findFirst({ select: { id: true } })) return;
  const icons = await readDrawings();
  for (const slider of SLIDERS) {
    const { banners, ...input } = slider;
    const pictures = await Promise.all(banners.map((banner) => drawBanner(slider, banner, icons)));
    await ctx.tx(async (ctx) => {
      const { id: slider_id } = await saveSlider(ctx, api.slider.save.input.parse(input));
      for (const [n, { titles, descriptions }] of banners.entries()) {
        const images_base64 = { en: pictures[n] };
        const target = { type: 'none' };
        await saveBanner(
          ctx,
          api.banner.save.input.parse({ slider_id, titles, descriptions, target, images_base64 }),
        );
      }
    });
  }
}
