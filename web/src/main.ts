import { mount } from 'svelte'
import './style/base.css'
import App from './App.svelte'
import { newer } from './app/newer.svelte'
import { settings } from './settings/settings.svelte'
import { sound } from './sound/sound.svelte'

settings.show()
sound.listen()
if (import.meta.env.PROD) newer.watch()
const target = document.getElementById('app')
if (target) mount(App, { target })
