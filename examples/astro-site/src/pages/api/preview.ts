import { frontEnd } from '../../lib/front-end';

export const GET = frontEnd.openPreview;
