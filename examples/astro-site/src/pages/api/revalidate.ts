import { frontEnd } from '../../lib/front-end';

export const POST = frontEnd.revalidate;
