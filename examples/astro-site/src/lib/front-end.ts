import { createFrontEnd } from '@nestpress/astro';

export const frontEnd = createFrontEnd({
  url: process.env.API ?? 'http://localhost:3000/wp-json',
  webhookSecret: process.env.WEBHOOK_SECRET,
});
