import { mount } from 'svelte'
import '../style/base.css'
import { settings } from '../settings/settings.svelte'
import Dev from './Dev.svelte'

void settings.show()
const target = document.getElementById('app')
if (target) mount(Dev, { target })
